import './matchers.ts';
import { startAnew } from './fresh.ts';

startAnew();

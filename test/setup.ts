import { startAnew } from './fresh.ts';

startAnew();

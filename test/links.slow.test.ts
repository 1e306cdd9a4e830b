import { followLinks } from './links-fixture.ts';

followLinks(2);

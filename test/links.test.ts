import { followLinks } from './links-fixture.ts';

// links.slow.test.ts follows the links of links as well.
followLinks(1);

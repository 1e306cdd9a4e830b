export { type Nginx, nginxMissing, startNginx } from '../../scripts/local-servers.ts';

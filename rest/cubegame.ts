import { routes } from './kernel/route.ts';

const example = { uuid: '069a79f4-44e9-4726-a5be-fca90e38aaf5' };

export const cubegame = routes(
  'cubegame',
  {},
  {
    path: '/api/cubegame/full',
    example: { username: 'Notch' },
    document: `
      query ($username: String!) {
        cubegame {
          player(username: $username) {
            username
            uuid
            username_history: nameHistory(first: 100) { username changed_at: changedAt }
            skin { url variant }
            cape { url }
          }
        }
      }`,
  },
  {
    path: '/api/cubegame/uuid',
    example: { username: 'Notch' },
    document: `
      query ($username: String!) {
        cubegame { identity(username: $username) { username uuid } }
      }`,
  },
  {
    path: '/api/cubegame/avatar',
    example: { ...example, size: '64' },
    document: `
      query ($uuid: ID!, $size: Int, $overlay: Boolean, $service: CubegameRenderer) {
        cubegame { avatar(uuid: $uuid, size: $size, overlay: $overlay, service: $service) { url } }
      }`,
  },
  {
    path: '/api/cubegame/render',
    example: { ...example, type: 'full' },
    document: `
      query ($uuid: ID!, $type: CubegameRenderType, $scale: Float, $service: CubegameRenderer) {
        cubegame { render(uuid: $uuid, type: $type, scale: $scale, service: $service) { url } }
      }`,
  },
);

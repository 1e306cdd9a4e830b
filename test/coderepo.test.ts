import { describe, expect, it } from 'vitest';
import { during, startTestApp } from './app.ts';
import { freshName } from './fresh.ts';
import { useTestApp } from './suite.ts';

const host = 'api.github.com';

const app = useTestApp();

const number = expect.any(Number);
const routes = {
  user: '/api/coderepo/user?username=octocat',
  repos: '/api/coderepo/repos?username=octocat',
  repo: '/api/coderepo/repo?username=octocat&repo=hello-world',
  commits: '/api/coderepo/commits?username=octocat&repo=hello-world',
};

describe('GET /api/coderepo/user', () => {
  it.each(['octocat', 'renovate[bot]', 'OctoCat'])(
    'responds 200 with the documented body for %s',
    async (username) => {
      const response = await app.ask(`/api/coderepo/user?username=${encodeURIComponent(username)}`);
      expect(response).toFit();
      expect(response.body.data.login.toLowerCase()).toBe(username.toLowerCase());
    },
  );
});

describe('GET /api/coderepo/repos', () => {
  it('responds 200 with the documented body', async () => {
    const response = await app.ask(routes.repos);
    expect(response).toFit();
    expect(response.body.data[0].owner.login).toBe('octocat');
  });

  it('responds 200 with all repositories, whose number equals the count of the user', async () => {
    const username = freshName('prolific');
    await app.clearCalls();
    const { data } = (await app.ask(`/api/coderepo/repos?username=${username}`)).body;
    expect(await app.calls()).toHaveLength(3);
    const user = (await app.ask(`/api/coderepo/user?username=${username}`)).body.data;
    expect(data).toHaveLength(user.publicRepos);
    expect(new Set(data.map((item: { id: number }) => item.id)).size).toBe(230);
  });
});

describe('GET /api/coderepo/repo', () => {
  it('responds 200 with the documented body', async () => {
    expect(await app.ask(routes.repo)).toFit();
  });

  it('responds 200 for the old name of a renamed repository', async () => {
    expect(await app.ask('/api/coderepo/repo?username=octocat&repo=renamed-tool')).toFit();
  });
});

describe('the fields of a repository that stand for each other', () => {
  const path = '/repos/octocat/hello-world';
  it.each([
    ['new', ['watchers_count', 'forks_count', 'stargazers_count'], ['watchers', 'forks', 'url']],
    ['old', ['watchers', 'forks'], ['watchers_count', 'forks_count', 'stargazers_count', 'html_url']],
  ])('are read by their %s names alone', async (_, kept, dropped) => {
    await using changed = await startTestApp();
    const original = (await (
      await fetch(`${changed.config.upstreamOrigin}/${host}${path}`, { headers: { 'user-agent': 'test' } })
    ).json()) as Record<string, unknown>;
    const body = Object.fromEntries(Object.entries(original).filter(([name]) => !dropped.includes(name)));
    for (const name of kept) body[name] = String(original[name]);
    await changed.fault({ host, path, body });
    const { data } = (await changed.ask(routes.repo)).body;
    expect([data.watchersCount ?? data.watchers, data.forksCount ?? data.forks, data.url]).toEqual([
      original.watchers_count,
      original.forks_count,
      original.html_url,
    ]);
  });
});

describe('a repository that is not shown', () => {
  const blocked = { message: 'Repository access blocked', block: { reason: 'tos' } };

  it.each([
    [403, blocked],
    [451, blocked],
    [404, { message: 'Not Found' }],
  ])('is not found for every caller, and is no failure of the source: %i', async (status, body) => {
    await using own = await startTestApp();
    await during(own, [{ host, path: '/repos/octocat/hidden-*', status, body }], async () => {
      for (let count = 0; count < 30; count += 1) {
        const response = await own.ask(`/api/coderepo/repo?username=octocat&repo=hidden-${count}`);
        expect(response).toFail(404, `No repository "octocat/hidden-${count}" was found.`);
      }
    });
    expect((await own.ask(routes.repo)).status).toBe(200);
  });

  it('is a private one that the token can read', async () => {
    const read = async (path: string) =>
      (
        await fetch(`${app.config.upstreamOrigin}/${host}${path}`, { headers: { 'user-agent': 'test' } })
      ).json();
    const listed = (await read('/users/octocat/repos')) as readonly { name: string }[];
    const faults = [
      { host, path: '/repos/octocat/own', body: { ...listed[0], private: true } },
      {
        host,
        path: '/users/octocat/repos',
        body: listed.map((repo, index) => ({ ...repo, private: index === 0 })),
      },
    ];
    await using own = await startTestApp();
    await own.fault(...faults);
    expect(await own.ask('/api/coderepo/repo?username=octocat&repo=own')).toFail(
      404,
      'No repository "octocat/own" was found.',
    );
    const { data } = (await own.ask(routes.repos)).body;
    expect(data.map(({ name }: { name: string }) => name)).toEqual(listed.slice(1).map(({ name }) => name));
  });
});

describe('GET /api/coderepo/commits', () => {
  it('responds 200 with the documented body: the 30 newest commits, newest first', async () => {
    const response = await app.ask(routes.commits);
    expect(response).toFit({ data: expect.objectContaining({ length: 30 }) });
    const dates = response.body.data.map((item: { author: { date: string } }) => item.author.date);
    expect(dates).toEqual([...dates].sort().reverse());
  });

  it('responds 200 with an empty list for an empty repository', async () => {
    expect(await app.ask('/api/coderepo/commits?username=octocat&repo=empty-thing')).toRespond(200, {
      success: true,
      data: [],
    });
  });
});

describe('{ coderepo } in GraphQL', () => {
  it('links user → repos → commits, and repo → owner → user', async () => {
    const { body } = await app.graphql(`{
      coderepo {
        user(username: "octocat") { publicRepos repos(first: 1000) { name owner { login } } }
        repo(username: "octocat", repo: "hello-world") {
          commits(first: 30) { sha }
          owner { login user { login publicRepos } }
        }
      }
    }`);
    const { user, repo: one } = body.data.coderepo;
    expect(user.repos).toHaveLength(user.publicRepos);
    expect(one.owner.user).toEqual({ login: 'octocat', publicRepos: user.publicRepos });
    expect(one.commits).toHaveLength(30);
  });

  it('links a user to the weather at the location of the profile', async () => {
    const { body } = await app.graphql(
      '{ coderepo { user(username: "octocat") { location weather { name main { temp } } } } }',
    );
    const { location, weather } = body.data.coderepo.user;
    if (location === null) expect(weather).toBeNull();
    else expect(weather).toEqual({ name: expect.any(String), main: { temp: number } });
  });
});

import { nameIn } from '../../resolvers/links.ts';
import { articlesNaming } from '../../resolvers/news-findings.ts';
import type * as sports from '../../sources/sports.ts';
import { builder } from '../kernel/builder.ts';
import { Findings } from '../news-findings.ts';
import { Game, GameTeam, Match, Team } from '../sports.ts';

const ofTeam = { names: ({ name }: { readonly name: string }) => nameIn(name) };

builder.objectField(Team, 'news', (t) => t.lookup(articlesNaming, { type: Findings, from: ofTeam }));
builder.objectField(GameTeam, 'news', (t) => t.lookup(articlesNaming, { type: Findings, from: ofTeam }));

const ofBoth = {
  names: ({ homeTeam, awayTeam }: sports.Game) => `${homeTeam.name}|${awayTeam.name}`,
};
const aboutBoth = { ...articlesNaming, summary: 'The newest articles that hold the names of both teams.' };

builder.objectField(Game, 'news', (t) => t.lookup(aboutBoth, { type: Findings, from: ofBoth }));
builder.objectField(Match, 'news', (t) => t.lookup(aboutBoth, { type: Findings, from: ofBoth }));

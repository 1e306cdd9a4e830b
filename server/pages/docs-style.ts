/** Style of the REST explorer, after the common one. A closed route costs the browser nothing but its heading. */
export const docsStyle = `.docs { max-width: 76rem; margin: 0 auto; padding: 0 1rem 4rem; }
.introduction { max-width: 46rem; margin: 1.4rem 0; }
.introduction code { white-space: nowrap; }
.docs summary { cursor: pointer; list-style: none; }
.docs summary::-webkit-details-marker { display: none; }
.docs summary::before { content: '▸'; display: inline-block; width: 1.1em; color: var(--faded); font-family: var(--mono); font-size: 0.8em; }
.docs details[open] > summary::before { content: '▾'; }

.group { border-top: 1px solid var(--rule); scroll-margin-top: 4rem; }
.group:last-child { border-bottom: 1px solid var(--rule); }
.group > summary { display: flex; align-items: baseline; gap: 0.2rem; padding: 0.7rem 0; }
.group > summary h2 { margin: 0 0.8rem 0 0; font-size: 1.25rem; font-weight: 400; line-height: 1.3; min-width: 7.5rem; }
.group > summary span { flex: 1; color: var(--faded); }
.group > summary i { color: var(--faded); font-variant-numeric: tabular-nums lining-nums; }
.group[open] > summary { border-bottom: 1px solid var(--rule); }

.route { border-bottom: 1px solid var(--rule); scroll-margin-top: 4rem; }
.route:last-child { border-bottom: 0; }
.route > summary { padding: 0.45rem 0 0.45rem 1.2rem; }
.route > summary code { font-size: 0.875rem; color: var(--red); margin-right: 0.9rem; }
.route > summary span { color: var(--faded); }
.route > summary:hover, .group > summary:hover { background: var(--shade); }
.route[open] > summary { background: var(--shade); }
.route-body { display: grid; gap: 0 2.5rem; padding: 0.3rem 0 1.8rem; }
.route-body > div { min-width: 0; }
.route-body h4 { margin: 1.2rem 0 0.5rem; font-size: 1rem; font-weight: 400; font-style: italic; color: var(--faded); }

.field { display: grid; grid-template-columns: auto 1fr; gap: 0.15rem 0.7rem; align-items: baseline; margin: 0 0 0.9rem; font-size: 0.9375rem; }
.field > code { font-size: 0.875rem; }
.field i { color: var(--faded); }
.field strong { font-weight: 400; color: var(--red); }
.field > input, .field > select, .field > span { grid-column: 1 / -1; }
.field > input, .field > select { width: 100%; }
.field > span { color: var(--faded); }
.key-form { margin: 0.4rem 0 0.7rem; color: var(--faded); font-size: 0.9375rem; }

.answer { border-left: 2px solid var(--rule); padding-left: 0.9rem; margin: 0.6rem 0; }
.answer p { margin: 0 0 0.5rem; }
.answer .ill { color: var(--red); }
.answer pre { max-height: 32rem; overflow: auto; margin: 0.4rem 0; }
.answer img { max-width: 100%; max-height: 24rem; background: var(--shade); }
.headers { display: grid; grid-template-columns: auto 1fr; gap: 0 0.9rem; margin: 0 0 0.5rem; font: 0.8125rem/1.5 var(--mono); font-variant-numeric: normal; color: var(--faded); }
.headers dd { margin: 0; color: var(--ink); overflow-wrap: anywhere; }

.sample { position: relative; }
.sample pre { margin: 0 0 0.8rem; padding-right: 4.2rem; max-height: 24rem; overflow: auto; }
.sample .copy { position: absolute; top: 0.4rem; right: 0.4rem; padding: 0.05rem 0.5rem; font-size: 0.8125rem; background: var(--shade); border-color: var(--rule); }
.sample .copy:hover { background: var(--red); }
.call > summary { padding: 0.2rem 0; }

.type { margin: 0; font: 0.8125rem/1.6 var(--mono); }
.shape { list-style: none; margin: 0; padding: 0; font-size: 0.9375rem; }
.shape .shape { padding-left: 0.9rem; border-left: 1px solid var(--rule); font-size: 1em; }
.shape li { padding: 0.1rem 0; }
.shape b { font: 0.8125rem/1.5 var(--mono); font-variant-numeric: normal; overflow-wrap: anywhere; }
.shape i { font: 0.75rem/1.5 var(--mono); font-variant-numeric: normal; color: var(--red); overflow-wrap: anywhere; }
.shape span { color: var(--faded); }
.failures { display: grid; grid-template-columns: auto 1fr; gap: 0.35rem 0.9rem; font-size: 0.9375rem; }
.failures dt { font-variant-numeric: lining-nums tabular-nums; }
.failures dd { margin: 0; }
.failures code { display: block; font-size: 0.75rem; }

@media (min-width: 62rem) {
  .route-body { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); padding-left: 1.2rem; }
  .route > summary { display: grid; grid-template-columns: 1.1rem minmax(0, 24rem) minmax(0, 1fr); align-items: baseline; }
}
@media (max-width: 36rem) {
  .group > summary { flex-wrap: wrap; }
  .group > summary h2 { min-width: 0; flex: 1; }
  .group > summary span { flex: 1 0 100%; order: 1; padding-left: 1.1rem; }
  .route > summary { padding-left: 0; }
  .route > summary span { display: block; padding-left: 1.1rem; font-size: 0.9375rem; }
}
`;

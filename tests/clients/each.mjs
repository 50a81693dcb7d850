// Every scenario in both modes, against one server.

import {after, before, describe, it} from 'node:test';

import {modes, scenarios} from './scenarios.mjs';
import {ids, start} from './server.mjs';

// check({scenario, mode, url, ids}) for each; ids are those of its complete and invalid calls.
export function each(client, check) {
  describe(client, () => {
    let server;
    before(async () => { server = await start(); });
    after(() => server.stop());
    for (const [name, scenario] of Object.entries(scenarios))
      for (const mode of modes)
        it(`${name}, ${mode}`, () => check({scenario, mode, url: server.url(name, mode), ids: ids(scenario)}));
  });
}

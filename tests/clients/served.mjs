// The command's server, toolcall serve, in front of an upstream, as long as a test needs it.

import {spawn, spawnSync} from 'node:child_process';

const command = process.env.TOOLCALL_COMMAND;

// Whether the command was built without its server.
export const no_server = () =>
  spawnSync(command, ['serve', '--upstream', 'none'], {encoding: 'utf8'}).stderr.includes('this build has no server');

// Its address, without /v1, what it logs, and its end, which gives its exit code.
export async function start_serve(upstream) {
  const served = spawn(command, ['serve', '--listen', '127.0.0.1:0', '--profile', 'generic', '--upstream', upstream],
    {stdio: ['ignore', 'ignore', 'pipe']});
  let said = '';
  const port = await new Promise((found, failed) => {
    served.stderr.on('data', (bytes) => {
      said += bytes;
      const line = said.match(/listening on http:\/\/127\.0\.0\.1:(\d+)\/v1,/);
      if (line) found(line[1]);
    });
    served.on('error', failed);
    served.on('exit', (code) => failed(new Error(`toolcall serve ended with ${code}: ${said}`)));
  });
  return {
    base: `http://127.0.0.1:${port}`,
    log: () => said,
    stop: () => {
      const ended = new Promise((exited) => served.on('exit', exited));
      served.kill('SIGTERM');
      return ended;
    },
  };
}

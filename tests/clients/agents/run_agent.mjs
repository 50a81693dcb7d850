// Runs an agent once: in a temporary folder that is its home, with a clean environment, through toolcall serve, for a
// limited time. What it wants from elsewhere it asks a proxy for, which refuses it.

import {spawn} from 'node:child_process';
import {mkdtempSync, mkdirSync, realpathSync, rmSync} from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

import {start_serve} from '../served.mjs';
import {agents} from './agents.mjs';
import {calc, lay_out, prompt} from './task.mjs';
import {start_upstream} from './upstream.mjs';

const seconds = 120;

// What was fetched for the agents, a folder for each.
const fetched = process.env.TOOLCALL_AGENTS_FOLDER;

// Some clients send what is local to a proxy, too.
async function start_proxy() {
  const server = http.createServer((request, response) => response.writeHead(403).end());
  server.on('connect', (request, client) => {
    client.on('error', () => {});
    const {hostname, port} = new URL(`http://${request.url}`);
    if (hostname !== '127.0.0.1') return client.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
    const local = net.connect(port, hostname, () => client.write('HTTP/1.1 200 OK\r\n\r\n'));
    local.on('error', () => client.destroy());
    client.on('close', () => local.destroy());
    client.pipe(local).pipe(client);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return {url: `http://127.0.0.1:${server.address().port}`, stop: () => { server.closeAllConnections(); server.close(); }};
}

const environment = (home, there, proxy) => ({
  HOME: home, XDG_CONFIG_HOME: path.join(home, '.config'), XDG_DATA_HOME: path.join(home, '.local/share'),
  TMPDIR: path.join(home, 'tmp'), LANG: 'C.UTF-8', NO_COLOR: '1', DO_NOT_TRACK: '1',
  PATH: [path.join(there, 'node_modules/.bin'), path.join(there, 'bin'), path.dirname(process.execPath), process.env.PATH].join(':'),
  HTTP_PROXY: proxy, http_proxy: proxy, HTTPS_PROXY: proxy, https_proxy: proxy, ALL_PROXY: proxy, all_proxy: proxy,
  NO_PROXY: '127.0.0.1,localhost', no_proxy: '127.0.0.1,localhost',
});

// {code, output}: code is null where it had to be killed. Nothing of its group is left when it has ended.
function run(command, given, options) {
  return new Promise((ended, failed) => {
    const child = spawn(command, given, {...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true});
    let output = '';
    const end_group = () => {
      try { process.kill(-child.pid, 'SIGKILL'); } catch { /* all have ended */ }
    };
    const limit = setTimeout(() => {
      end_group();
      // Whatever is in no group of ours may hold them open.
      for (const pipe of [child.stdout, child.stderr]) pipe.destroy();
    }, seconds * 1000);
    for (const pipe of [child.stdout, child.stderr]) pipe.setEncoding('utf8').on('data', (text) => { output += text; });
    child.on('error', failed);
    child.on('exit', end_group);
    child.on('close', (code) => {
      clearTimeout(limit);
      ended({code, output});
    });
  });
}

// notation: a writer of notations.mjs; cut: see upstream.mjs. It gives the exit code and the output of the agent, what was
// asked of the model, the file as it was then and is in the end, and serve's log.
export async function run_agent(name, {notation, cut}) {
  const agent = agents[name];
  const root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'toolcall-agent-')));
  const home = path.join(root, 'home');
  const work = path.join(root, 'work');
  mkdirSync(path.join(home, 'tmp'), {recursive: true});
  lay_out(work);
  const ends = [() => rmSync(root, {recursive: true, force: true, maxRetries: 5, retryDelay: 200})];
  const started = async (starting) => {
    const server = await starting;
    ends.unshift(server.stop);
    return server;
  };
  try {
    const steps = agent.steps(work);
    const upstream = await started(start_upstream({steps, notation, cut, look: () => calc(work)}));
    const proxy = await started(start_proxy());
    const served = await started(start_serve(upstream.url));
    const {env, shell = '', start} = agent.set_up({base: served.base, home, work});
    const options = {cwd: work, env: {...environment(home, path.join(fetched, name), proxy.url), ...env}};
    const ran = await run('/bin/sh', ['-c', `set -e\n${shell}\nexec "$@"`, 'sh', ...start(prompt)], options);
    return {...ran, asked: upstream.asked, steps, file: calc(work), log: served.log()};
  } finally {
    for (const end of ends) await end();
  }
}

// The agents: how each is set up and started so that it speaks to toolcall serve alone, and which of its tools take the
// steps of the task. What says where the server is comes from the blocks of docs/serve.md, so that it is that page which is tried;
// the other settings keep the agent from asking its user, and from everything that is not here.
//
// steps(work): the calls. set_up({base, home, work}) writes settings, and gives the environment, what a shell does first, and
// the command.

import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';

import {edit} from './task.mjs';

const model = 'model';
const run_check = 'node check.mjs';
const page = readFileSync(new URL('../../../docs/serve.md', import.meta.url), 'utf8');

// What the page shows in a language under a client's name, for this server and model.
function shown(client, language, base) {
  const paragraphs = page.slice(page.indexOf(`\n**${client}** (`) + 1);
  const [, code] = paragraphs.slice(0, paragraphs.indexOf('\n\n**')).match(new RegExp('\n```' + language + '\n([^]*?)\n```'));
  return code.replaceAll('http://127.0.0.1:8081', base).replaceAll('NAME', model);
}

function write(file, text) {
  mkdirSync(path.dirname(file), {recursive: true});
  writeFileSync(file, typeof text === 'string' ? text : JSON.stringify(text));
}

export const agents = {
  codex: {
    steps: () => [
      {name: 'exec_command', arguments: {cmd: 'ls'}},
      {name: 'exec_command', arguments: {cmd: 'cat calc.mjs'}},
      {name: 'exec_command', arguments: {cmd: `cat > calc.mjs <<'END'\n${edit.whole}END`}},
      {name: 'exec_command', arguments: {cmd: run_check}},
    ],
    set_up({base, home}) {
      write(path.join(home, '.codex/config.toml'), `
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false
${shown('Codex', 'toml', base)}
[analytics]
enabled = false
[features]
plugins = false
apps = false
`);
      return {start: (prompt) => ['codex', 'exec', '--skip-git-repo-check', prompt]};
    },
  },

  claude: {
    steps: (work) => [
      {name: 'Bash', arguments: {command: 'ls'}},
      {name: 'Read', arguments: {file_path: path.join(work, 'calc.mjs')}},
      {name: 'Edit', arguments: {file_path: path.join(work, 'calc.mjs'), old_string: edit.from, new_string: edit.to, replace_all: false}},
      {name: 'Bash', arguments: {command: run_check}},
    ],
    set_up: ({base}) => ({
      env: {CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1'},
      shell: shown('Claude Code', 'sh', base),
      start: (prompt) => ['claude', '-p', prompt, '--permission-mode', 'acceptEdits', '--allowedTools', 'Bash,Read,Edit'],
    }),
  },

  opencode: {
    steps: (work) => [
      {name: 'bash', arguments: {command: 'ls'}},
      {name: 'read', arguments: {filePath: path.join(work, 'calc.mjs')}},
      {name: 'edit', arguments: {filePath: path.join(work, 'calc.mjs'), oldString: edit.from, newString: edit.to}},
      {name: 'bash', arguments: {command: run_check}},
    ],
    set_up({base, work}) {
      write(path.join(work, 'opencode.json'), {...JSON.parse(shown('opencode', 'json', base)), autoupdate: false, share: 'disabled'});
      return {
        env: {OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1'},
        start: (prompt) => ['opencode', 'run', '-m', `toolcall/${model}`, prompt],
      };
    },
  },

  qwen: {
    steps: (work) => [
      {name: 'list_directory', arguments: {path: work}},
      {name: 'read_file', arguments: {file_path: path.join(work, 'calc.mjs')}},
      {name: 'edit', arguments: {file_path: path.join(work, 'calc.mjs'), old_string: edit.from, new_string: edit.to}},
      {name: 'run_shell_command', arguments: {command: run_check, is_background: false}},
    ],
    set_up({base, home}) {
      write(path.join(home, '.qwen/settings.json'), {...JSON.parse(shown('qwen-code', 'json', base)),
        memory: {enableManagedAutoMemory: false, enableManagedAutoDream: false}, telemetry: {enabled: false},
        privacy: {usageStatisticsEnabled: false}, general: {enableAutoUpdate: false}});
      return {shell: shown('qwen-code', 'sh', base), start: (prompt) => ['qwen', '--yolo', '-p', prompt]};
    },
  },

  cline: {
    steps: (work) => [
      {name: 'run_commands', arguments: {commands: ['ls']}},
      {name: 'read_files', arguments: {files: [{path: path.join(work, 'calc.mjs')}]}},
      {name: 'editor', arguments: {path: path.join(work, 'calc.mjs'), old_text: edit.from, new_text: edit.to}},
      {name: 'run_commands', arguments: {commands: [run_check]}},
    ],
    set_up({base, home}) {
      const settings = path.join(home, 'settings.json');
      write(settings, {telemetryOptOut: true, autoUpdateEnabled: false});
      return {
        // Else it leaves a server behind that the next run would use.
        env: {CLINE_SESSION_BACKEND_MODE: 'local', CLINE_GLOBAL_SETTINGS_PATH: settings},
        shell: shown('Cline', 'sh', base),
        start: (prompt) => ['cline', prompt],
      };
    },
  },

  langchain: {
    steps: (work) => [
      {name: 'list_files', arguments: {folder: work}},
      {name: 'read_file', arguments: {path: path.join(work, 'calc.mjs')}},
      {name: 'edit_file', arguments: {path: path.join(work, 'calc.mjs'), old_text: edit.from, new_text: edit.to}},
      {name: 'run_command', arguments: {command: run_check}},
    ],
    set_up: ({base}) => ({
      env: {LANGSMITH_TRACING: 'false', PYTHONDONTWRITEBYTECODE: '1'},
      start: (prompt) => ['python', new URL('langchain/agent.py', import.meta.url).pathname, `${base}/v1`, model, prompt],
    }),
  },
};

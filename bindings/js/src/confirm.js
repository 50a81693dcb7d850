// The host's answer to a call that needs confirmation. The message that was handed in stays as it is.

import {ToolcallError} from './library.js';
import {shown} from './options.js';

function waiting(message, id) {
  const calls = message?.toolcall?.calls ?? [];
  const at = calls.findIndex((call, i) => call.status === 'needs_confirmation' && message.tool_calls[i].id === id);
  if (at < 0) throw new ToolcallError('state', `no call with the id ${shown(id)} needs confirmation`);
  return at;
}

/** The message in which the call with this id is complete. */
export function confirm(message, id) {
  const at = waiting(message, id);
  const complete = (each) => ({...each, status: 'complete'});
  const facts = {...message.toolcall, calls: message.toolcall.calls.map((call, i) => i === at ? complete(call) : call)};
  if (facts.repairs !== undefined) facts.repairs = facts.repairs.map((each) => each.call === at ? complete(each) : each);
  return {...message, toolcall: facts};
}

/** The message in which the call with this id is refused, with the label "denied". */
export function deny(message, id) {
  const at = waiting(message, id);
  const others = (list) => list.filter((_, i) => i !== at);
  const renumbered = ({call, ...rest}) => call === undefined || call === at ? rest : {...rest, call: call > at ? call - 1 : call};
  const {toolcall: facts, tool_calls: calls} = message, {dialect, begin, end} = facts.calls[at];
  const denied = {name: calls[at].function.name, dialect, begin, end, label: 'denied'};
  const left = {
    ...facts,
    calls: others(facts.calls),
    refused: [...facts.refused, denied].sort((one, other) => one.begin - other.begin),
    diagnostics: facts.diagnostics.map(renumbered),
  };
  if (facts.repairs !== undefined) left.repairs = facts.repairs.filter(({call}) => call !== at).map(renumbered);
  const finish_reason = calls.length === 1 && message.finish_reason === 'tool_calls' ? 'stop' : message.finish_reason;
  return {...message, tool_calls: others(calls), finish_reason, toolcall: left};
}

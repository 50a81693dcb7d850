"""An agent as LangChain's users write it: it runs the tools that a streamed answer calls, until one calls none.

usage: agent.py BASE_URL MODEL PROMPT. It prints what the model says, and why its last answer ended.
"""

import os
import subprocess
import sys

from langchain_core.messages import HumanMessage, ToolMessage
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI


@tool
def list_files(folder: str) -> str:
    """The names of a folder's files."""
    return "\n".join(sorted(os.listdir(folder)))


@tool
def read_file(path: str) -> str:
    """The text of a file."""
    with open(path, encoding="utf-8") as file:
        return file.read()


@tool
def edit_file(path: str, old_text: str, new_text: str) -> str:
    """Replaces a text of a file, which it must have once."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if text.count(old_text) != 1:
        return "The file does not have the old text once."
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace(old_text, new_text))
    return "Edited."


@tool
def run_command(command: str) -> str:
    """What a command of the shell prints."""
    ran = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=60)
    return ran.stdout + ran.stderr


tools = {each.name: each for each in (list_files, read_file, edit_file, run_command)}
base_url, model, prompt = sys.argv[1:]
client = ChatOpenAI(model=model, api_key="none", base_url=base_url, streaming=True, max_retries=0)
bound = client.bind_tools(list(tools.values()))

conversation = [HumanMessage(prompt)]
while True:
    answer = None
    for piece in bound.stream(conversation):
        answer = piece if answer is None else answer + piece
    print(answer.content)
    conversation.append(answer)
    if not answer.tool_calls:
        break
    for call in answer.tool_calls:
        result = tools[call["name"]].invoke(call["args"])
        conversation.append(ToolMessage(result, tool_call_id=call["id"]))
print("The answer ended with:", answer.response_metadata.get("finish_reason"))

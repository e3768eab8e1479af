"""Agents of Google's ADK with a scripted model. `adk_agent.py ask URL`: they ask our fleet. `adk_agent.py serve`: one that is asked."""

import asyncio
import json
import re
import socket
import sys

import uvicorn
from google.adk.a2a.utils.agent_to_a2a import to_a2a
from google.adk.agents import LlmAgent
from google.adk.agents.remote_a2a_agent import RemoteA2aAgent
from google.adk.models import BaseLlm, LlmResponse
from google.adk.runners import InMemoryRunner
from google.genai import types

STEPS_IN_A_KILOMETRE = 1430


def said(content):
    return " ".join(part.text for part in content.parts or [] if part.text)


class Counter(BaseLlm):
    """Turns the steps of the last message into kilometres, and knows how many messages there were."""

    async def generate_content_async(self, llm_request, stream=False):
        messages = [said(content) for content in llm_request.contents if content.role == "user"]
        steps = re.search(r"\d+", messages[-1])
        distance = f"{int(steps[0]) / STEPS_IN_A_KILOMETRE:.1f} km" if steps else "How many steps?"
        yield LlmResponse(content=types.ModelContent(f"{distance} (message {len(messages)})"))


class Reception(BaseLlm):
    """Hands everything over."""

    async def generate_content_async(self, llm_request, stream=False):
        yield LlmResponse(
            content=types.ModelContent(types.Part.from_function_call(name="transfer_to_agent", args={"agent_name": "medfleet"}))
        )


async def conversation(agent, *texts):
    """What each message was answered with, and the states of the remote tasks."""
    runner = InMemoryRunner(agent=agent, app_name="world")
    session = await runner.session_service.create_session(app_name="world", user_id="ann")
    answers = []
    for text in texts:
        events = runner.run_async(user_id="ann", session_id=session.id, new_message=types.UserContent(text))
        seen = {"says": [], "states": [], "errors": [], "contexts": []}
        async for event in events:
            # A partial event is a piece of the reply, which comes whole after them.
            if event.content and said(event.content) and not event.partial:
                seen["says"].append(said(event.content))
            # A question of a remote agent is a call that the person answers.
            seen["says"] += [json.dumps(call.args) for call in event.get_function_calls() if call.name != "transfer_to_agent"]
            if event.error_message:
                seen["errors"].append(event.error_message)
            task = (event.custom_metadata or {}).get("a2a:response") or {}
            seen["states"].append((task.get("status") or {}).get("state"))
            seen["contexts"].append(task.get("contextId") or task.get("context_id"))
        answers.append(seen)
    await runner.close()
    return answers


async def ask(url):
    card = f"{url}/.well-known/agent-card.json"
    found = {
        "asked": await conversation(
            RemoteA2aAgent(name="medfleet", agent_card=card), "My blood pressure was 120/80.", "patient_id: adk1", "Thanks."
        ),
        "handed_over": await conversation(
            LlmAgent(
                name="reception",
                model=Reception(model="scripted"),
                sub_agents=[
                    RemoteA2aAgent(
                        name="medfleet", agent_card=card, a2a_request_meta_provider=lambda *_: {"patient_id": "adk2"}
                    )
                ],
            ),
            "My weight is 71 kg.",
        ),
    }
    print(json.dumps(found))


def serve():
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    agent = LlmAgent(name="steps", description="Turns steps into kilometres.", model=Counter(model="scripted"))
    print(f"listening at http://127.0.0.1:{port}", flush=True)
    uvicorn.run(to_a2a(agent, host="127.0.0.1", port=port), host="127.0.0.1", port=port, log_level="warning")


if sys.argv[1] == "ask":
    asyncio.run(ask(sys.argv[2]))
else:
    serve()

"""A client of our A2A server with the SDK for Python, 1.x or 0.3: python a2a_client.py URL BINDING WEBHOOK. Prints what it saw as JSON."""

import asyncio
import json
import sys
import uuid

import httpx
from a2a import types
from a2a.client import A2ACardResolver, ClientConfig, ClientFactory

URL, BINDING, WEBHOOK = sys.argv[1:]
MODERN = hasattr(types, "SendMessageRequest") and hasattr(types, "StreamResponse")
PRESSURE = "My blood pressure was 120/80 this morning."


def client_of(http, card, streaming):
    prefer = "supported_protocol_bindings" if MODERN else "supported_transports"
    config = {"httpx_client": http, "streaming": streaming, "use_client_preference": True, prefer: [BINDING]}
    return ClientFactory(ClientConfig(**config)).create(card)


async def events(client, text, about=None, modes=(), **fields):
    fields = {"message_id": str(uuid.uuid4()), **fields}
    if MODERN:
        message = types.Message(role=types.Role.ROLE_USER, parts=[types.Part(text=text)], **fields)
        request = types.SendMessageRequest(message=message)
        request.configuration.accepted_output_modes.extend(modes)
        if about:
            request.metadata.update(about)
        return [event async for event in client.send_message(request)]
    part = types.Part(root=types.TextPart(text=text))
    message = types.Message(role=types.Role.user, parts=[part], metadata=about, **fields)
    configuration = types.MessageSendConfiguration(accepted_output_modes=list(modes)) if modes else None
    return [event async for event in client.send_message(message, configuration=configuration)]


async def send(client, text, about=None, modes=(), **fields):
    last = (await events(client, text, about, modes, **fields))[-1]
    return last.task if MODERN else last[0]


def seen(task):
    state = types.TaskState.Name(task.status.state) if MODERN else task.status.state.value
    said = task.status.message.parts if task.status.message else []
    return {
        "id": task.id,
        "context": task.context_id,
        "state": state.removeprefix("TASK_STATE_").lower().replace("_", "-"),
        "artifacts": [artifact.name for artifact in task.artifacts or []],
        "says": " ".join(part.text if MODERN else part.root.text for part in said),
    }


def kind(event):
    if MODERN:
        return event.WhichOneof("payload")
    return event[1].kind.replace("-", "_") if event[1] else "task"


async def push(client, task_id):
    if MODERN:
        made = await client.create_task_push_notification_config(
            types.TaskPushNotificationConfig(task_id=task_id, id="x1", url=WEBHOOK)
        )
        of = {"task_id": task_id, "id": "x1"}
        got = await client.get_task_push_notification_config(types.GetTaskPushNotificationConfigRequest(**of))
        await client.delete_task_push_notification_config(types.DeleteTaskPushNotificationConfigRequest(**of))
        left = await client.list_task_push_notification_configs(types.ListTaskPushNotificationConfigsRequest(task_id=task_id))
        return {"set": made.url, "get": got.url, "left": len(left.configs)}
    config = types.PushNotificationConfig(id="x1", url=WEBHOOK)
    made = await client.set_task_callback(types.TaskPushNotificationConfig(task_id=task_id, push_notification_config=config))
    of = {"id": task_id, "push_notification_config_id": "x1"}
    got = await client.get_task_callback(types.GetTaskPushNotificationConfigParams(**of))
    # Its client has no call that deletes.
    return {"set": made.push_notification_config.url, "get": got.push_notification_config.url}


async def main():
    async with httpx.AsyncClient(timeout=60) as http:
        cards = [await A2ACardResolver(http, URL + path).get_agent_card() for path in ("/", "/a2a/tutor/")]
        client = client_of(http, cards[0], streaming=False)
        first = await send(client, PRESSURE, {"patient_id": "p1"})
        asked = await send(client, PRESSURE)
        found = {
            "cards": [[card.name, [skill.id for skill in card.skills]] for card in cards],
            "sent": seen(first),
            "text_only": seen(await send(client, PRESSURE, {"patient_id": "p1"}, ["text/plain"])),
            "asked": seen(asked),
            "answered": seen(await send(client, "patient_id: p3", task_id=asked.id, context_id=asked.context_id)),
            "further": seen(await send(client, "Thanks.", context_id=first.context_id)),
            "push": await push(client, first.id),
        }
        streaming = client_of(http, cards[0], streaming=True)
        found["stream"] = [kind(event) for event in await events(streaming, PRESSURE, {"patient_id": "p1"})]
        print(json.dumps(found))


asyncio.run(main())

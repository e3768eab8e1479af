"""A client of our MCP server with the SDK for Python: python mcp_client.py URL MODE, auto or legacy. Prints what it saw as JSON."""

import asyncio
import json
import sys

from mcp.client import Client

URL, MODE = sys.argv[1:]
PATIENT = f"python-{MODE}"


async def main():
    async with Client(f"{URL}/mcp", mode=MODE) as client:
        tools = (await client.list_tools()).tools
        turn = await client.call_tool("send_turn", {"patient_id": PATIENT, "text": "My weight is 71 kg."})
        wrong = await client.call_tool("send_turn", {"patient_id": PATIENT, "text": "Hello", "patient": "x"})
        templates = (await client.list_resource_templates()).resource_templates
        record = await client.read_resource(f"medfleet://patients/{PATIENT}/record")
        prompts = (await client.list_prompts()).prompts
        prompt = await client.get_prompt("tell_health", {"patient_id": PATIENT, "text": "I feel well."})
        found = {
            "revision": client.protocol_version,
            "tools": [tool.name for tool in tools],
            "schemas": sum(1 for tool in tools if tool.output_schema),
            "turn": turn.structured_content,
            "wrong": [wrong.is_error, wrong.content[0].text],
            "templates": [template.uri_template for template in templates],
            "resources": len((await client.list_resources()).resources),
            "record": json.loads(record.contents[0].text),
            "prompts": [prompt.name for prompt in prompts],
            "prompt": prompt.messages[0].content.text,
        }
        print(json.dumps(found))


asyncio.run(main())

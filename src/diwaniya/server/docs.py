"""The OpenAPI description as a plain page: no scripts, nothing from elsewhere."""

from __future__ import annotations

from html import escape
from typing import Any

from litestar import Request
from litestar.openapi.plugins import OpenAPIRenderPlugin

HEAD = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title></head>
<body><h1>{title} {version}</h1><p>{description}</p>
<p>For programs: <a href="/api/docs/openapi.json">openapi.json</a>,
<a href="/api/messages">the messages of the socket as JSON Schema</a>.</p>
"""


class PlainDocs(OpenAPIRenderPlugin):
    """Lists every request with what it answers."""

    def __init__(self) -> None:
        super().__init__(path="/")

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        info = {key: escape(str(value)) for key, value in openapi_schema["info"].items()}
        parts = [HEAD.format(**{"description": "", **info})]
        for path, methods in openapi_schema["paths"].items():
            for method, operation in methods.items():
                parts.append(f"<h2><code>{method.upper()} {escape(path)}</code></h2>")
                parts.append(
                    f"<p>{escape(operation.get('description') or operation.get('summary', ''))}</p><ul>"
                )
                for status, answer in operation["responses"].items():
                    parts.append(f"<li><code>{status}</code> {escape(answer.get('description', ''))}</li>")
                parts.append("</ul>")
        return "\n".join([*parts, "</body></html>\n"]).encode()

/** The packages that speak MCP, in one file: a built package has them apart, since only `argiope mcp` loads them. */
export { McpServer, type ServerContext } from '@modelcontextprotocol/server';
export { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
export * as z from 'zod';

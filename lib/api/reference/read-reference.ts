import { type DocumentOperation, documentSchema } from "./document-schema";
import { readOperation } from "./read-operation";
import type { Operation, Reference } from "./reference";

/**
 * Converts an OpenAPI document for the pages of the reference: grouped, in its own order, with all references resolved.
 * @throws when the document contains something that the reference would leave out or cannot resolve.
 */
export function readReference(document: unknown): Reference {
  const { info, servers, tags, paths, webhooks, components } = documentSchema.parse(document);
  const read = (operation: DocumentOperation, method: string, path: string, isEvent: boolean) =>
    readOperation(operation, { method: method.toUpperCase(), path, isEvent }, components);
  const operations: Operation[] = [
    ...Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => read(operation, method, path, false)),
    ),
    ...Object.entries(webhooks).map(([name, { post }]) => read(post, "POST", name, true)),
  ];
  const [{ url, description: environment }] = servers;
  return {
    version: info.version,
    baseUrl: url,
    environment,
    introduction: info.description,
    groups: tags.map(({ name, description }) => ({
      name,
      description,
      operations: operations.filter(({ tag }) => tag === name),
    })),
  };
}

import { errorBody } from "@/lib/contract/error-body";
import { queryOf } from "@/lib/contract/query-of";
import { CARD_NUMBER_MARK, hideCardNumbers } from "./hide-card-numbers";
import type { RequestEntry } from "./request-entry";
import { show } from "./show";
import type { NewRequestRow } from "./store";

/** The maximum length of a stored body. */
const MAX_BODY_CHARACTERS = 16 * 1024;
const MAX_PATH_CHARACTERS = 2_048;
const MAX_KEY_CHARACTERS = 255;
const ENCODED_MARK = encodeURI(CARD_NUMBER_MARK);

function cut(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > MAX_BODY_CHARACTERS ? `${text.slice(0, MAX_BODY_CHARACTERS)}…` : text;
}

/** Decodes a path; returns one whose encoding is broken as it is, because an error would lose the entries of a whole batch. */
function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/**
 * Hides card numbers in a path, also one whose spaces are encoded: `4242%204242%204242%204242`. A path without one stays as it
 * was sent.
 */
function hideInPath(pathname: string): string {
  const path = decoded(pathname);
  const shown = hideCardNumbers(path);
  return shown === path ? pathname : encodeURI(shown).replaceAll(ENCODED_MARK, CARD_NUMBER_MARK);
}

function responseOf({ contract, refusal, data }: RequestEntry): unknown {
  if (refusal) return { status: "error", ...errorBody(refusal) };
  return { status: "success", message: contract.message, data: show(contract.data, data) };
}

/** Converts an entry to its stored row: without secrets, card data and personal data, and of limited length. */
export function toRow(entry: RequestEntry): NewRequestRow {
  const { requestId, partnerId, contract, refusal, idempotencyKey, body } = entry;
  const url = new URL(entry.url);
  const hasQuery = contract.query !== undefined && url.search !== "";
  return {
    id: requestId,
    partnerId,
    keyId: entry.keyId ?? null,
    personId: entry.personId ?? null,
    method: entry.method,
    route: contract.path,
    path: hideInPath(url.pathname).slice(0, MAX_PATH_CHARACTERS),
    query: hasQuery ? cut(show(contract.query, queryOf(url))) : null,
    status: entry.status,
    errorCode: refusal?.code ?? null,
    durationMs: entry.durationMs,
    idempotencyKey:
      contract.idempotency && idempotencyKey
        ? hideCardNumbers(idempotencyKey).slice(0, MAX_KEY_CHARACTERS)
        : null,
    requestBody: contract.body && body ? cut(show(contract.body, body)) : null,
    responseBody: cut(responseOf(entry)),
    createdAt: new Date(entry.at.getTime() - entry.durationMs),
  };
}

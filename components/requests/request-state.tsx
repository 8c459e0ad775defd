import type { State } from "@/components/ui/state-mark";
import { StateWord } from "@/components/ui/state-word";

/** The options of the status filter. */
export const STATUS_OPTIONS = [
  { value: "2xx", word: "Succeeded" },
  { value: "4xx", word: "Client error" },
  { value: "5xx", word: "Server error" },
];

function stateOf(status: number): State {
  if (status < 400) return "settled";
  return status < 500 ? "attention" : "failed";
}

/** The status of a response, with the error code of a refused request. */
export function RequestState({ status, errorCode }: { status: number; errorCode?: string }) {
  return (
    <StateWord
      state={stateOf(status)}
      word={errorCode === undefined ? String(status) : `${status} ${errorCode}`}
    />
  );
}

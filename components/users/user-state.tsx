import { StateWord } from "@/components/ui/state-word";
import type { UserStatus } from "@/lib/users/states";
import { USER_STATUS_WORDS } from "@/lib/users/status-words";

/** The options of the status filter. */
export const STATUS_OPTIONS = Object.entries(USER_STATUS_WORDS).map(([value, { word }]) => ({
  value,
  word,
}));

/** The verification status of a user. */
export function UserState({ status }: { status: UserStatus }) {
  return <StateWord {...USER_STATUS_WORDS[status]} />;
}

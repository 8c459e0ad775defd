import { Time } from "@/components/ui/time";

/** When something began, if it did. */
export const since = (instant: string | null) => instant && <Time instant={instant} />;

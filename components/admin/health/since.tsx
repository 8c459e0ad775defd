import { Time } from "@/components/ui/time";

/** Renders the start time, if there is one. */
export const since = (instant: string | null) => instant && <Time instant={instant} />;

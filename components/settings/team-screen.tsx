"use client";

import { useReader } from "@/components/ui/reader";
import { PeopleList } from "./people";
import { SettingsFrame } from "./settings-frame";

/** The page of the people with access to the partner's dashboard. */
export function TeamScreen() {
  const { role } = useReader();
  return (
    <SettingsFrame>
      <PeopleList isOwner={role === "owner"} />
    </SettingsFrame>
  );
}

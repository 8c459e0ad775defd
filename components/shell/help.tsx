"use client";

import { Icon } from "@/components/ui/icon";
import { useLate } from "@/components/ui/use-late";
import type { Shell } from "./shell";
import { SidePanel } from "./side-panel";

const loadLinks = () => import("./help-links").then(({ HelpLinks }) => HelpLinks);

/** The help behind a button of the sidebar. */
export function Help({ person, supportEmail }: Pick<Shell, "person" | "supportEmail">) {
  const HelpLinks = useLate(loadLinks);
  return (
    <SidePanel
      face={
        <>
          <Icon name="help" />
          Help
        </>
      }
    >
      {HelpLinks && <HelpLinks person={person} supportEmail={supportEmail} />}
    </SidePanel>
  );
}

"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { endSession } from "./end-session";

/** The sign-out button. */
export function SignOut({ size = "large" }: { size?: "large" | "compact" }) {
  const [isBusy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    if (!(await endSession())) setBusy(false);
  };
  return (
    <Button look="plain" size={size} disabled={isBusy} onClick={leave}>
      {isBusy ? "Signing out…" : "Sign out"}
    </Button>
  );
}

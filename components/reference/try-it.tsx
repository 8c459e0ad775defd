"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { TryTarget } from "./try-target";

// Loaded on first use.
const TryForm = dynamic(() => import("./try-form").then(({ TryForm }) => TryForm), {
  ssr: false,
});

/** Opens the form that sends a real request. */
export function TryIt({ target }: { target: TryTarget }) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <TryForm target={target} onClose={() => setOpen(false)} />;
  return (
    <Button look="plain" size="compact" onClick={() => setOpen(true)}>
      Try it
    </Button>
  );
}

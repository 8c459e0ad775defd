"use client";

import type { ComponentProps } from "react";
import { Button } from "./button";
import { useClosing } from "./dialog";

/** Closes the dialog that contains it without an action. */
export function CloseButton(props: Omit<ComponentProps<typeof Button>, "onClick">) {
  const { dismiss } = useClosing();
  return <Button look="plain" data-first-focus="" {...props} onClick={dismiss} />;
}

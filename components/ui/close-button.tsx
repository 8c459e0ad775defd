"use client";

import type { ComponentProps } from "react";
import { Button } from "./button";
import { useClosing } from "./dialog";

/** The choice to leave all as it is: closes the dialog that it is in. */
export function CloseButton(props: Omit<ComponentProps<typeof Button>, "onClick">) {
  const { dismiss } = useClosing();
  return <Button look="plain" data-first-focus="" {...props} onClick={dismiss} />;
}

"use client";

import type { ReactNode } from "react";
import { Button } from "./button";
import { Dialog } from "./dialog";

interface RoleDialogProps {
  /** "Only owners can withdraw" */
  title: string;
  children: ReactNode;
  onClose: () => void;
}

/** Replaces a form that the reader's role does not allow: names the required role and whom to ask. */
export function RoleDialog({ title, children, onClose }: RoleDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="space-y-4">
        {children}
        <div className="flex justify-end">
          <Button data-first-focus="" onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

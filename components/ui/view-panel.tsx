"use client";

import { type SubmitEvent, useState } from "react";
import { Button } from "./button";
import { TextField } from "./field";
import { Form } from "./form";
import { Icon } from "./icon";
import { type SavedView, withView } from "./saved-views";

const MAX_NAME_CHARACTERS = 40;

interface ViewPanelProps {
  views: readonly SavedView[];
  /** The present filters and order; empty when there are none. */
  query: string;
  onOpen: (query: string) => void;
  onStore: (views: readonly SavedView[]) => void;
}

/** The panel of the saved views: opens, deletes and saves them. */
export function ViewPanel({ views, query, onOpen, onStore }: ViewPanelProps) {
  const [name, setName] = useState("");
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (name.trim() === "") return;
    onStore(withView(views, { name: name.trim(), query }));
    setName("");
  };
  return (
    <div className="space-y-3">
      {views.length > 0 && (
        <ul aria-label="Saved views">
          {views.map((view) => (
            <li key={view.name} className="flex items-center">
              <button
                type="button"
                aria-pressed={view.query === query}
                onClick={() => onOpen(view.query)}
                className="min-h-9 min-w-0 flex-1 truncate rounded-small px-2 text-left hover:bg-sunken aria-pressed:font-medium aria-pressed:text-accent pointer-coarse:min-h-11"
              >
                {view.name}
              </button>
              <button
                type="button"
                onClick={() => onStore(views.filter((each) => each !== view))}
                className="flex size-8 items-center justify-center rounded-small text-quiet hover:bg-sunken pointer-coarse:size-11"
              >
                <Icon name="close" size={14} />
                <span className="sr-only">Delete view {view.name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {query === "" ? (
        <p className="px-2 text-small text-quiet">Set filters to save them as a view.</p>
      ) : (
        <Form onSubmit={save} className="space-y-2">
          <TextField
            label="Save these filters as"
            autoComplete="off"
            maxLength={MAX_NAME_CHARACTERS}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <Button type="submit" size="compact" className="w-full">
            Save view
          </Button>
        </Form>
      )}
    </div>
  );
}

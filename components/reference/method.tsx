interface MethodProps {
  method: string;
  isEvent: boolean;
}

/** How an operation is called; an event is not called, it comes. */
export function Method({ method, isEvent }: MethodProps) {
  return (
    <span className="shrink-0 font-mono text-small font-medium text-quiet">
      {isEvent ? "event" : method}
    </span>
  );
}

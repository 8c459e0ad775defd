interface MethodProps {
  method: string;
  isEvent: boolean;
}

/** The HTTP method of an operation; an event is marked instead. */
export function Method({ method, isEvent }: MethodProps) {
  return (
    <span className="shrink-0 font-mono text-small font-medium text-quiet">
      {isEvent ? "event" : method}
    </span>
  );
}

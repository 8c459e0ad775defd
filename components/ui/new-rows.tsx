"use client";

interface NewRowsProps {
  count: number;
  /** The number of new rows that are shown already and marked. */
  marked: number;
  onShow: () => void;
}

/** Announces new rows. Placed over the heading, so that the rows do not move. */
export function NewRows({ count, marked, onShow }: NewRowsProps) {
  return (
    <div className="sticky top-(--bar-height) z-20 h-0">
      <p role="status" className="sr-only">
        {count > 0 && `${count} new, not shown yet`}
        {count === 0 && marked > 0 && `${marked} new`}
      </p>
      {count > 0 && (
        <button
          type="button"
          onClick={onShow}
          className="absolute top-1 left-1/2 min-h-7 -translate-x-1/2 rounded-full bg-accent px-3 text-small font-medium text-on-accent pointer-coarse:min-h-11"
        >
          {count} new · Show
        </button>
      )}
    </div>
  );
}

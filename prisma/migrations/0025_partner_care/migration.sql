-- Whose dashboard one of the operator's people looks at in a session, read-only.
ALTER TABLE sessions ADD COLUMN "viewing_partner_id" TEXT
  CONSTRAINT "sessions_viewing_partner" REFERENCES partners (id);

-- Partners as they are looked for: by the beginning of their name, whatever the database's collation.
CREATE INDEX "partners_name_search_idx" ON "partners"(lower(name) text_pattern_ops);

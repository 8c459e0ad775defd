-- Names are found whatever their accents and capitals: `garcia` finds García, `osts` finds Østs. The extension unaccent is
-- not on every managed PostgreSQL, and its function may not be used in an index.

-- The form of a text that searches compare: compatibility characters and accents removed, letters that have no
-- decomposition replaced, in lower case. Without the accents first, lower() of a database with collation C changes ASCII
-- letters alone, so both cases of each letter are replaced.
CREATE FUNCTION search_key(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN lower(replace(replace(replace(replace(replace(replace(replace(replace(
    translate(
      regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g'),
      'ØøŁłĐđÐðĦħŦŧıŊŋ', 'OoLlDdDdHhTtiNn'),
    'ß', 'ss'), 'ẞ', 'ss'), 'Æ', 'ae'), 'æ', 'ae'), 'Œ', 'oe'), 'œ', 'oe'), 'Þ', 'th'), 'þ', 'th'));

DROP INDEX "users_name_search_idx";
CREATE INDEX "users_name_search_idx" ON "users"("partner_id", search_key(first_name || ' ' || last_name) text_pattern_ops)
  WHERE deleted_at IS NULL;
DROP INDEX "users_last_name_search_idx";
CREATE INDEX "users_last_name_search_idx" ON "users"("partner_id", search_key(last_name) text_pattern_ops) WHERE deleted_at IS NULL;
DROP INDEX "cards_name_search_idx";
CREATE INDEX "cards_name_search_idx" ON "cards"("partner_id", search_key(card_name) text_pattern_ops);
DROP INDEX "partners_name_search_idx";
CREATE INDEX "partners_name_search_idx" ON "partners"(search_key(name) text_pattern_ops);

-- Returns the form of a text that searches compare: in lower case, without accents and compatibility characters. lower()
-- of a database with collation C changes ASCII letters alone, so both cases of each other letter are replaced. Source:
-- docs/decisions/0050-search-without-accents.md
CREATE OR REPLACE FUNCTION public.search_key(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN lower(replace(replace(replace(replace(replace(replace(replace(replace(
    translate(
      regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g'),
      'ØøŁłĐđÐðĦħŦŧıŊŋ', 'OoLlDdDdHhTtiNn'),
    'ß', 'ss'), 'ẞ', 'ss'), 'Æ', 'ae'), 'æ', 'ae'), 'Œ', 'oe'), 'œ', 'oe'), 'Þ', 'th'), 'þ', 'th'));

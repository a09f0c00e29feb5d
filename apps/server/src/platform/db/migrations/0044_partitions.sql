-- contract: servers of the version before delete old rows by their place in the table, which is not unique over partitions
CREATE FUNCTION partition_by_time(name text, time_column text, key text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  former text := name || '_default';
  is_numbered boolean := key <> 'device_id';
  primary_name text := format('%s_%s_%s_pk', name, key, time_column);
  indexes text[];
  keys text[];
  last bigint;
  is_called boolean;
  found record;
BEGIN
  SELECT array_agg(pg_get_indexdef(indexrelid)) INTO indexes FROM pg_index
    WHERE indrelid = name::regclass AND NOT indisprimary;
  SELECT array_agg(format('ADD CONSTRAINT %I %s', conname, pg_get_constraintdef(oid))) INTO keys FROM pg_constraint
    WHERE conrelid = name::regclass AND contype = 'f';
  -- The rows become the default partition where they are: nothing is copied.
  EXECUTE format('ALTER TABLE %I RENAME TO %I', name, former);
  FOR found IN SELECT c.relname, i.indisprimary FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE i.indrelid = former::regclass LOOP
    IF found.indisprimary THEN
      EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', former, found.relname);
    ELSE
      EXECUTE format('ALTER INDEX %I RENAME TO %I', found.relname, replace(found.relname, name, former));
    END IF;
  END LOOP;
  EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I PRIMARY KEY (%I, %I)', former, former || '_pk', key, time_column);
  IF is_numbered THEN
    EXECUTE format('SELECT last_value, is_called FROM %s', pg_get_serial_sequence(former, 'id')) INTO last, is_called;
    EXECUTE format('ALTER TABLE %I ALTER COLUMN id DROP IDENTITY', former);
  END IF;
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING STORAGE) PARTITION BY RANGE (%I)',
    name, former, time_column);
  EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I PRIMARY KEY (%I, %I)', name, primary_name, key, time_column);
  IF is_numbered THEN
    EXECUTE format('ALTER TABLE %I ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY', name);
    PERFORM setval(pg_get_serial_sequence(name, 'id'), last, is_called);
  END IF;
  FOR i IN 1 .. coalesce(cardinality(indexes), 0) LOOP
    EXECUTE indexes[i];
  END LOOP;
  FOR i IN 1 .. coalesce(cardinality(keys), 0) LOOP
    EXECUTE format('ALTER TABLE %I %s', name, keys[i]);
  END LOOP;
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I DEFAULT', name, former);
END $$;--> statement-breakpoint
CREATE FUNCTION turn_default_into_first(name text, time_column text, width text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  rest text := name || '_default';
  first text := name || '_first';
  until timestamptz := (date_trunc(width, now() AT TIME ZONE 'UTC') + ('1 ' || width)::interval) AT TIME ZONE 'UTC';
  has_rows boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT FROM %I)', rest) INTO has_rows;
  IF NOT has_rows OR to_regclass(first) IS NOT NULL THEN RETURN; END IF;
  EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', name, rest);
  EXECUTE format('ALTER TABLE %I RENAME TO %I', rest, first);
  EXECUTE format('CREATE TABLE %I PARTITION OF %I DEFAULT', rest, name);
  EXECUTE format('WITH moved AS (DELETE FROM %I WHERE %I >= %L RETURNING *)
    INSERT INTO %I OVERRIDING SYSTEM VALUE SELECT * FROM moved', first, time_column, until, rest);
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', name, first, until);
END $$;--> statement-breakpoint
ALTER TABLE "run_questions" DROP CONSTRAINT "run_questions_run_id_task_runs_id_fk";--> statement-breakpoint
ALTER TABLE "task_lines" DROP CONSTRAINT "task_lines_run_id_task_runs_id_fk";--> statement-breakpoint
DROP INDEX "task_runs_key";--> statement-breakpoint
CREATE INDEX "task_runs_key" ON "task_runs" USING btree ("run_key");--> statement-breakpoint
SELECT partition_by_time('device_history', 'at', 'device_id');--> statement-breakpoint
SELECT partition_by_time('device_events', 'at', 'id');--> statement-breakpoint
SELECT partition_by_time('task_runs', 'created_at', 'id');--> statement-breakpoint
SELECT partition_by_time('task_lines', 'at', 'id');--> statement-breakpoint
SELECT partition_by_time('operation_logs', 'oper_time', 'id');--> statement-breakpoint
SELECT partition_by_time('login_logs', 'login_at', 'id');--> statement-breakpoint
DROP FUNCTION partition_by_time;--> statement-breakpoint
SELECT turn_default_into_first('device_history', 'at', 'day');--> statement-breakpoint
SELECT turn_default_into_first('device_events', 'at', 'day');--> statement-breakpoint
SELECT turn_default_into_first('task_runs', 'created_at', 'week');--> statement-breakpoint
SELECT turn_default_into_first('task_lines', 'at', 'week');--> statement-breakpoint
SELECT turn_default_into_first('operation_logs', 'oper_time', 'week');--> statement-breakpoint
SELECT turn_default_into_first('login_logs', 'login_at', 'week');--> statement-breakpoint
CREATE FUNCTION follow_deleted_runs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM task_lines WHERE run_id IN (SELECT id FROM old_rows);
  DELETE FROM run_questions WHERE run_id IN (SELECT id FROM old_rows);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER task_runs_removed AFTER DELETE ON task_runs REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION follow_deleted_runs();

CREATE TABLE "hot_runs" (
	"hot_id" integer NOT NULL,
	"device_id" integer NOT NULL,
	"is_new" boolean NOT NULL,
	"runs" integer NOT NULL,
	"failed" integer NOT NULL,
	"earlier_runs" integer DEFAULT 0 NOT NULL,
	"earlier_failed" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "hot_runs_hot_id_device_id_is_new_pk" PRIMARY KEY("hot_id","device_id","is_new")
);
--> statement-breakpoint
ALTER TABLE "hot_devices" ADD COLUMN "failed_version" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "hot_scripts" ADD COLUMN "version_id" integer;--> statement-breakpoint
ALTER TABLE "hot_scripts" ADD COLUMN "previous_id" integer;--> statement-breakpoint
ALTER TABLE "hot_scripts" ADD COLUMN "min_runs" integer DEFAULT 20 NOT NULL;--> statement-breakpoint
ALTER TABLE "hot_scripts" ADD COLUMN "min_phones" integer DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE "hot_scripts" ADD COLUMN "evidence" jsonb;--> statement-breakpoint
ALTER TABLE "script_versions" ADD COLUMN "is_hot" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "task_runs" ADD COLUMN "content_md5" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "task_runs" ADD COLUMN "hot_id" integer;--> statement-breakpoint
ALTER TABLE "task_runs" ADD COLUMN "params" jsonb;--> statement-breakpoint
ALTER TABLE "task_runs" ADD COLUMN "started_by" integer;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "started_by" integer;--> statement-breakpoint
ALTER TABLE "hot_runs" ADD CONSTRAINT "hot_runs_hot_id_hot_scripts_id_fk" FOREIGN KEY ("hot_id") REFERENCES "public"."hot_scripts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hot_runs" ADD CONSTRAINT "hot_runs_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hot_scripts" ADD CONSTRAINT "hot_scripts_version_id_script_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."script_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hot_scripts" ADD CONSTRAINT "hot_scripts_previous_id_script_versions_id_fk" FOREIGN KEY ("previous_id") REFERENCES "public"."script_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_runs" ADD CONSTRAINT "task_runs_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
INSERT INTO "script_versions" ("script_id", "version", "note", "is_hot", "source_url", "file_name", "original_name", "size", "md5")
SELECT h.script_id, CASE WHEN EXISTS (SELECT FROM script_versions v WHERE v.script_id = h.script_id AND v.version = h.file->>'version')
    THEN left(h.file->>'version', 34) || ' (hot)' ELSE h.file->>'version' END,
  CASE 'file' WHEN 'file' THEN h.version_msg ELSE '' END, true, h.file->>'sourceUrl', h.file->>'fileName', h.file->>'originalName',
  (h.file->>'size')::bigint, h.file->>'md5'
FROM hot_scripts h WHERE h.file IS NOT NULL AND NOT EXISTS (SELECT FROM script_versions v
  WHERE v.script_id = h.script_id AND v.version = h.file->>'version' AND v.md5 = h.file->>'md5');--> statement-breakpoint
UPDATE hot_scripts h SET version_id = (SELECT v.id FROM script_versions v
  WHERE v.script_id = h.script_id AND v.md5 = h.file->>'md5'
    AND v.version IN (h.file->>'version', left(h.file->>'version', 34) || ' (hot)') ORDER BY v.id DESC LIMIT 1)
WHERE h.file IS NOT NULL;--> statement-breakpoint
INSERT INTO "script_versions" ("script_id", "version", "note", "is_hot", "source_url", "file_name", "original_name", "size", "md5")
SELECT h.script_id, CASE WHEN EXISTS (SELECT FROM script_versions v WHERE v.script_id = h.script_id AND v.version = h.previous->>'version')
    THEN left(h.previous->>'version', 34) || ' (hot)' ELSE h.previous->>'version' END,
  CASE 'previous' WHEN 'file' THEN h.version_msg ELSE '' END, true, h.previous->>'sourceUrl', h.previous->>'fileName', h.previous->>'originalName',
  (h.previous->>'size')::bigint, h.previous->>'md5'
FROM hot_scripts h WHERE h.previous IS NOT NULL AND NOT EXISTS (SELECT FROM script_versions v
  WHERE v.script_id = h.script_id AND v.version = h.previous->>'version' AND v.md5 = h.previous->>'md5');--> statement-breakpoint
UPDATE hot_scripts h SET previous_id = (SELECT v.id FROM script_versions v
  WHERE v.script_id = h.script_id AND v.md5 = h.previous->>'md5'
    AND v.version IN (h.previous->>'version', left(h.previous->>'version', 34) || ' (hot)') ORDER BY v.id DESC LIMIT 1)
WHERE h.previous IS NOT NULL;--> statement-breakpoint
UPDATE hot_scripts SET state = 'withdrawn' WHERE state = 'rolledBack';--> statement-breakpoint
UPDATE hot_scripts SET exception_limit = 100 WHERE exception_limit > 100;--> statement-breakpoint
UPDATE hot_devices SET failed_version = version, version = '' WHERE state = 'failed';--> statement-breakpoint
ALTER TABLE "hot_scripts" ALTER COLUMN "version_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "hot_scripts" DROP COLUMN "file";--> statement-breakpoint
ALTER TABLE "hot_scripts" DROP COLUMN "previous";
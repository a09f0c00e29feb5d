ALTER TABLE "script_tries" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "script_tries" CASCADE;--> statement-breakpoint
DROP INDEX "script_causes_cause";--> statement-breakpoint
ALTER TABLE "task_runs" ALTER COLUMN "task_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "script_causes" ADD COLUMN "is_try" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "task_runs" ADD COLUMN "script_id" integer;--> statement-breakpoint
ALTER TABLE "task_runs" ADD COLUMN "script_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "task_runs" ADD COLUMN "seen_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "task_runs" ADD COLUMN "kept" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "task_runs" ADD CONSTRAINT "task_runs_script_id_scripts_id_fk" FOREIGN KEY ("script_id") REFERENCES "public"."scripts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "task_runs_tries" ON "task_runs" USING btree ("started_by","state") WHERE "task_runs"."task_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "script_causes_cause" ON "script_causes" USING btree ("tenant_id","script_name","fingerprint","is_try");--> statement-breakpoint
update script_causes set is_try = true where id in (select cause_id from script_exceptions where run_id like 'try-%');

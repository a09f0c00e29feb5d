ALTER TABLE "alarms" ALTER COLUMN "device_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "alarm_settings" ADD COLUMN "hot_stopped" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "alarm_settings" ADD COLUMN "source_failures" smallint DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "hot_id" integer;--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "source_id" integer;--> statement-breakpoint
ALTER TABLE "hot_scripts" ADD COLUMN "stopped_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "script_sources" ADD COLUMN "failing_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "task_runs" ADD COLUMN "hot_count" jsonb;--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_hot_id_hot_scripts_id_fk" FOREIGN KEY ("hot_id") REFERENCES "public"."hot_scripts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_source_id_script_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."script_sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alarms_lasting_hot" ON "alarms" USING btree ("hot_id") WHERE "alarms"."lasts";--> statement-breakpoint
CREATE UNIQUE INDEX "alarms_lasting_source" ON "alarms" USING btree ("source_id") WHERE "alarms"."lasts";
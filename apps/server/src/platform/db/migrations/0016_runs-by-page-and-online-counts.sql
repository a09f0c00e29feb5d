CREATE TABLE "online_counts" (
	"at" timestamp (3) with time zone NOT NULL,
	"tenant_id" integer NOT NULL,
	"online" integer NOT NULL,
	CONSTRAINT "online_counts_at_tenant_id_pk" PRIMARY KEY("at","tenant_id")
);
--> statement-breakpoint
DROP INDEX "task_runs_task";--> statement-breakpoint
CREATE INDEX "task_runs_of_task" ON "task_runs" USING btree ("task_id","id","device_no","state");--> statement-breakpoint
CREATE INDEX "task_runs_newest_of_task" ON "task_runs" USING btree ("task_id","id","device_no","state") WHERE "task_runs"."is_newest";--> statement-breakpoint
CREATE INDEX "task_runs_cut_short" ON "task_runs" USING btree ("id") WHERE "task_runs"."state" in ('stopped', 'expired');
CREATE TABLE "run_questions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "run_questions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"run_id" bigint NOT NULL,
	"device_id" integer NOT NULL,
	"tenant_id" integer NOT NULL,
	"request_id" text NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"question" text NOT NULL,
	"choices" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"default_answer" text,
	"placeholder" text NOT NULL,
	"picture" text,
	"asked_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"ending" text,
	"answered_by_id" integer,
	"answer" text
);
--> statement-breakpoint
ALTER TABLE "user_cloud_settings" ADD COLUMN "script_hosts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "run_questions" ADD CONSTRAINT "run_questions_run_id_task_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."task_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_questions" ADD CONSTRAINT "run_questions_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_questions" ADD CONSTRAINT "run_questions_tenant_id_users_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "run_questions_request" ON "run_questions" USING btree ("device_id","request_id");--> statement-breakpoint
CREATE INDEX "run_questions_run" ON "run_questions" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "run_questions_tenant" ON "run_questions" USING btree ("tenant_id","id");--> statement-breakpoint
CREATE INDEX "run_questions_open" ON "run_questions" USING btree ("until") WHERE "run_questions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "run_questions_asked" ON "run_questions" USING btree ("asked_at");
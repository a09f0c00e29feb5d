CREATE TABLE "tried_texts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tried_texts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"sha256" text NOT NULL,
	"file_name" text NOT NULL,
	"used_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "task_runs" ADD COLUMN "timeout_seconds" integer;--> statement-breakpoint
ALTER TABLE "task_runs" ADD COLUMN "tried_text_id" integer;--> statement-breakpoint
ALTER TABLE "task_device_params" ADD COLUMN "kept_values" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "removed_params" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tried_texts" ADD CONSTRAINT "tried_texts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tried_texts_user" ON "tried_texts" USING btree ("user_id","sha256");--> statement-breakpoint
ALTER TABLE "task_runs" ADD CONSTRAINT "task_runs_tried_text_id_tried_texts_id_fk" FOREIGN KEY ("tried_text_id") REFERENCES "public"."tried_texts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "task_runs_tried_text" ON "task_runs" USING btree ("tried_text_id") WHERE "task_runs"."tried_text_id" is not null;
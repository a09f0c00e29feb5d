CREATE TABLE "script_evidence" (
	"exception_id" bigint PRIMARY KEY NOT NULL,
	"cause_id" integer NOT NULL,
	"file_name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "script_exceptions" ADD COLUMN "os_version" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "script_exceptions" ADD COLUMN "version_id" integer;--> statement-breakpoint
ALTER TABLE "script_exceptions" ADD COLUMN "evidence" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "task_runs" ADD COLUMN "acknowledged_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "task_runs" ADD COLUMN "waits" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "task_runs" ADD COLUMN "earlier" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "script_evidence" ADD CONSTRAINT "script_evidence_exception_id_script_exceptions_id_fk" FOREIGN KEY ("exception_id") REFERENCES "public"."script_exceptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_evidence" ADD CONSTRAINT "script_evidence_cause_id_script_causes_id_fk" FOREIGN KEY ("cause_id") REFERENCES "public"."script_causes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "script_evidence_cause" ON "script_evidence" USING btree ("cause_id","exception_id");--> statement-breakpoint
ALTER TABLE "script_exceptions" ADD CONSTRAINT "script_exceptions_version_id_script_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."script_versions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "script_exceptions_version" ON "script_exceptions" USING btree ("version_id");
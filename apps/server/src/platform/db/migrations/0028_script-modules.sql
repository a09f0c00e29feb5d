CREATE TABLE "script_imports" (
	"version_id" integer NOT NULL,
	"name" text NOT NULL,
	"is_exact" boolean NOT NULL,
	"module_version_id" integer,
	CONSTRAINT "script_imports_version_id_name_pk" PRIMARY KEY("version_id","name")
);
--> statement-breakpoint
ALTER TABLE "script_imports" ADD CONSTRAINT "script_imports_version_id_script_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."script_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_imports" ADD CONSTRAINT "script_imports_module_version_id_script_versions_id_fk" FOREIGN KEY ("module_version_id") REFERENCES "public"."script_versions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "script_imports_module" ON "script_imports" USING btree ("module_version_id");
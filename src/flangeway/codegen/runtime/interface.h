/* What the runner and the FMU ask of a generated project, whatever its runtime. Included by runtime.h after fw_status,
 * fw_method, fw_state and fw_workspace, which are the runtime's own. */
#ifndef FLANGEWAY_INTERFACE_H
#define FLANGEWAY_INTERFACE_H

/* Generated: the model. */
extern const char *const fw_model_name, *const fw_fmu_token;
extern const char *const fw_coordinate_name[], *const fw_parameter_name[], *const fw_input_name[],
    *const fw_wheel_name[], *const fw_joint_value_name[];
extern const double fw_initial_position[], fw_initial_velocity[], fw_parameter_value[], fw_input_value[],
    fw_input_minimum[];
extern const char *const fw_velocity_name; /* what fw_start_at() takes */
extern const double fw_velocity, fw_friction, fw_default_step;
extern const double fw_duration; /* s, of a run that is not told otherwise; 0: until fw_is_finished() */
extern const fw_method fw_default_method;

/* The default parameters and inputs. */
void fw_initialise(fw_workspace *w);
/* What depends on parameters alone; call it where they changed. */
void fw_prepare(fw_workspace *w);
/* Motions of inputs continue from the state x: to be called whenever inputs are set. */
void fw_take_inputs(const fw_state *x, fw_workspace *w);
/* The state at the start of the model, on its constraints, with the contacts found. */
fw_status fw_start(fw_state *x, fw_workspace *w);
/* The same at another velocity, of what fw_velocity_name says. */
fw_status fw_start_at(fw_state *x, fw_workspace *w, double velocity);
/* Why a run cannot start with this velocity, 0 where it can. */
const char *fw_refuse_start_at(double velocity);
/* No step follows: the vehicle is at the end of its track. A model without a track has no end. */
int fw_is_finished(const fw_state *x);
/* Puts a state on its constraints, as after a step, and forgets the past of the method. */
fw_status fw_project(fw_state *x, fw_workspace *w);
/* One step of h seconds. The state is left alone where it fails. */
fw_status fw_step(fw_state *x, fw_workspace *w, double h, fw_method method);
/* Fills w->energy where FW_HAS_ENERGY is 1. */
void fw_energy(const fw_state *x, fw_workspace *w);
const char *fw_status_text(fw_status status);
/* What a record holds of a wheel. [FW_WHEEL_COLUMN_COUNT] */
void fw_wheel_record(const fw_state *x, const fw_workspace *w, int wheel, double *values);
/* The reactions of all joints after a step or the start. [FW_JOINT_VALUES] */
void fw_joint_record(const fw_state *x, const fw_workspace *w, double *values);

#if FW_EXCHANGE
extern const double fw_input_scale[]; /* 1e-5 of it is a small change of the input */
/* --- for integrators of others: continuous states are q, v and the auxiliary ones --- */
/* Puts x on its constraints, and gives the rates there. Rates of states near the constraints do not let them drift. */
fw_status fw_rates(fw_state *x, fw_workspace *w, double *rate);
/* Puts x on its constraints; its time stays. */
fw_status fw_settle(fw_state *x, fw_workspace *w);
/* After fw_rates(): values that become negative at events. [FW_INDICATORS] */
void fw_indicators(const fw_state *x, const fw_workspace *w, double *values);
/* Wheels that lift or land by these indicators, but for those that did: 1 where there are some. */
int fw_switch(fw_state *x, const double *indicators, int *switched);
/* The first time after this one at which a given course has a corner; infinity where there is none. */
double fw_next_event(double time);
#endif

#endif
